package io.tenure.store.redis;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.SessionGuestShard;
import io.tenure.core.TenureImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes changes like those of a shard, from one seed. */
public final class RandomChanges {

  private static final String[] ALPHABETS = {
    "abcdefghijklmnopqrstuvwxyz/-_.0123456789",
    "aZ %,=:\n\r\t\0\u007f\"\\'{}*?$",
    "ключзамок",
    "租约🔑👑é̈ﷺ",
  };

  private static final class Slot {
    boolean session;
    long token;
    boolean live;
    boolean remembered;
  }

  private final Random random;
  private final int slotStep;
  private final List<Slot> slots = new ArrayList<>();
  private final List<String> fences = new ArrayList<>();
  private long lastToken = 1;
  private long lastId;

  /** {@code slotStep}: the distance between two used rows, so that several segments are used. */
  public RandomChanges(long seed, int slots, int slotStep) {
    random = new Random(seed);
    this.slotStep = slotStep;
    for (int slot = 0; slot < slots; slot++) {
      this.slots.add(new Slot());
    }
  }

  public List<Change> next(int count) {
    List<Change> changes = new ArrayList<>();
    while (changes.size() < count) {
      int chosen = random.nextInt(10);
      if (chosen == 0) {
        changes.add(new Change.BeginLockDelay(key(), random.nextInt(100_000)));
      } else if (chosen == 1) {
        changes.add(new Change.EndLockDelay(key()));
      } else if (chosen == 2) {
        fence(changes);
      } else {
        ofSlot(random.nextInt(slots.size()), changes);
      }
    }
    return changes;
  }

  private void fence(List<Change> changes) {
    if (!fences.isEmpty() && random.nextInt(3) == 0) {
      changes.add(new Change.DropFence(fences.get(random.nextInt(fences.size()))));
    } else {
      String fence = text(20);
      fences.add(fence);
      changes.add(new Change.RaiseFence(fence, 1 + random.nextInt(1 << 30)));
    }
  }

  private void ofSlot(int at, List<Change> changes) {
    Slot slot = slots.get(at);
    int number = at * slotStep;
    if (!slot.live) {
      if (slot.remembered && random.nextInt(4) == 0) {
        slot.remembered = false;
        changes.add(new Change.Forget(number, slot.token));
        return;
      }
      slot.token = ++lastToken;
      slot.live = true;
      TenureImage begun = tenure(number, slot.token);
      slot.session = begun instanceof TenureImage.Session;
      changes.add(new Change.Begin(begun));
      return;
    }
    if (slot.session && random.nextBoolean()) {
      changes.add(new Change.Enrol(number, slot.token, guests()));
      return;
    }
    switch (random.nextInt(5)) {
      case 0, 1, 2 -> changes.add(new Change.Revalue(number, slot.token, value(64), maybeId()));
      case 3 ->
          changes.add(
              new Change.EndAfterGrace(
                  number, slot.token, random.nextInt(9_999), text(30), maybeId()));
      default -> {
        EndReason how = EndReason.values()[random.nextInt(EndReason.values().length)];
        slot.live = false;
        slot.remembered = random.nextBoolean();
        changes.add(new Change.End(number, slot.token, how, maybeId(), slot.remembered));
      }
    }
  }

  private List<SessionGuestShard> guests() {
    List<SessionGuestShard> guests = new ArrayList<>();
    for (int left = random.nextInt(5); left > 0; left--) {
      guests.add(new SessionGuestShard(random.nextInt(1 << 16), random.nextLong(1L << 53)));
    }
    return List.copyOf(guests);
  }

  TenureImage tenure(int row, long token) {
    int kind = random.nextInt(8);
    Mode mode =
        switch (kind) {
          case 0 -> Mode.SHARED;
          case 1 -> Mode.slots(1 + random.nextInt(100));
          default -> Mode.EXCLUSIVE;
        };
    List<String> ids = new ArrayList<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      ids.add(id());
    }
    TenureImage.Common common =
        new TenureImage.Common(
            row,
            token,
            new TenureImage.Secret(random.nextLong(), random.nextLong()),
            text(40),
            random.nextInt(86_400_000),
            List.copyOf(ids),
            random.nextInt());
    if (kind == 7) {
      return new TenureImage.Session(common);
    }
    return new TenureImage.Lease(
        common,
        key(),
        mode,
        kind == 1 ? random.nextInt(100) : -1,
        new TenureImage.RareTimes(
            random.nextBoolean() ? 0 : random.nextInt(86_400_000),
            random.nextBoolean() ? 0 : random.nextInt(9_999),
            random.nextBoolean() ? 0 : random.nextInt(86_400_000)),
        random.nextBoolean() ? null : lease(),
        value(64));
  }

  Key key() {
    return Key.of("k" + text(12));
  }

  private LeaseId lease() {
    return new LeaseId(
        random.nextInt(1 << 16),
        random.nextInt(1 << 24),
        random.nextInt(1 << 24),
        random.nextLong(),
        random.nextLong());
  }

  @Nullable Value value(int bytesMax) {
    if (random.nextInt(3) == 0) {
      return null;
    }
    byte[] bytes = new byte[random.nextInt(bytesMax)];
    random.nextBytes(bytes);
    return Value.of(bytes);
  }

  private @Nullable String maybeId() {
    return random.nextInt(3) == 0 ? null : id();
  }

  private String id() {
    return "v" + ++lastId + " " + text(8);
  }

  private String text(int lettersMax) {
    int[] alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)].codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(lettersMax); left > 0; left--) {
      text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
    }
    return text.toString();
  }
}
