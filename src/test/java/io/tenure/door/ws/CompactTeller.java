package io.tenure.door.ws;

import io.tenure.door.http.OpenDoor;
import io.tenure.wire.RenewalFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs the stories over a stream: renewals as compact frames, all other requests in JSON. */
public final class CompactTeller extends StreamTeller {

  public CompactTeller(OpenDoor door) throws IOException {
    super(Talker.binary(door));
  }

  @Override
  public List<String> renew(List<String> leaseIds) {
    return renew(leaseIds, CompactFrames.LEASE);
  }

  @Override
  public String keepAlive(String sessionId) {
    return renew(List.of(sessionId), CompactFrames.SESSION).get(0);
  }

  private List<String> renew(List<String> ids, byte flags) {
    try {
      talker.binary(CompactFrames.renew(1, ids, flags));
      List<String> outcomes = new ArrayList<>(Collections.nCopies(ids.size(), "RENEWED"));
      for (CompactFrames.Named named : talker.renewed().named()) {
        if (named.code() != RenewalFrame.OTHER_TIME) {
          outcomes.set(named.index(), RenewalFrame.meaning(named.code()).name());
        }
      }
      return outcomes;
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
