package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of a lease or a session in one form, for judges that compare both in the same way. */
public record TenureFields(TenureImage tenure) {

  public static TenureFields of(Change.Begin begin) {
    return new TenureFields(begin.tenure());
  }

  public int row() {
    return tenure.row();
  }

  public long token() {
    return tenure.token();
  }

  public long secretHigh() {
    return tenure.common().secret().high();
  }

  public long secretLow() {
    return tenure.common().secret().low();
  }

  public String holder() {
    return tenure.common().holder();
  }

  public long ttlMillis() {
    return tenure.common().ttlMillis();
  }

  public List<String> requestIds() {
    return tenure.common().requestIds();
  }

  public long sinceSeconds() {
    return tenure.common().sinceSeconds();
  }

  /** Null for a session. */
  public @Nullable Key key() {
    return tenure instanceof TenureImage.Lease lease ? lease.key() : null;
  }

  public Mode mode() {
    return tenure instanceof TenureImage.Lease lease ? lease.mode() : Mode.EXCLUSIVE;
  }

  public int slotNumber() {
    return tenure instanceof TenureImage.Lease lease ? lease.slotNumber() : -1;
  }

  public long hardTtlMillis() {
    return times().hardTtlMillis();
  }

  public long lockDelayMillis() {
    return times().lockDelayMillis();
  }

  public long maxLifetimeMillis() {
    return times().maxLifetimeMillis();
  }

  private TenureImage.RareTimes times() {
    return tenure instanceof TenureImage.Lease lease ? lease.times() : TenureImage.RareTimes.NONE;
  }

  public @Nullable LeaseId session() {
    return tenure instanceof TenureImage.Lease lease ? lease.session() : null;
  }

  public @Nullable Value value() {
    return tenure instanceof TenureImage.Lease lease ? lease.value() : null;
  }

  /** The spelling of former builds, because their ledgers are compared with this text. */
  @Override
  public String toString() {
    return "Tenure[slot="
        + row()
        + ", token="
        + token()
        + ", key="
        + key()
        + ", holder="
        + holder()
        + "]";
  }
}
