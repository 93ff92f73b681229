package io.tenure.core;

import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tenure.api.Reply;
import io.tenure.api.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that no secret appears in the text of an object that is logged by accident. */
class SecretsTest {

  private final Table table = new Table(Table.SMALL);

  @Test
  void noWordSpellsASecretOrARequestId() {
    Request.Acquire request = lease("a", "ann", 1_000).requestId("known-to-ann").build();
    Reply.Granted granted = (Reply.Granted) table.say(request);
    Request.OpenSession open = new Request.OpenSession("ann", 1_000, "known-to-ann");
    Reply opened = table.say(open);
    List<Object> words = new ArrayList<>(List.of(request, open, granted, opened));
    words.addAll(table.said.changes);
    for (Change change : table.said.changes) {
      words.addAll(((Change.Begin) change).tenure().common().requestIds());
    }
    words.add(new Request.Release(granted.lease()));

    for (Object word : words) {
      String spelled = word.toString();
      assertFalse(spelled.contains(granted.lease().text()), spelled);
      assertFalse(spelled.contains("" + granted.lease().secretHigh()), spelled);
      assertFalse(spelled.contains("" + granted.lease().secretLow()), spelled);
      assertFalse(spelled.contains("known-to-ann"), spelled);
    }
  }
}
