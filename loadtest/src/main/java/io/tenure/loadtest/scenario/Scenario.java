package io.tenure.loadtest.scenario;

import io.tenure.loadtest.report.Outcome;
import java.util.List;

/** Something that is done to a server, with what must be so afterwards. */
public interface Scenario {

  /** By which it is asked for. */
  String name();

  /** One line for people who choose. */
  String about();

  /** Those it reads, of {@link Options#ABOUT}. */
  List<String> flags();

  Outcome play(Stage stage);
}
