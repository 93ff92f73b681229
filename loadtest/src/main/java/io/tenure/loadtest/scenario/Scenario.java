package io.tenure.loadtest.scenario;

import io.tenure.loadtest.report.Outcome;
import java.util.List;

/** A load on a server, with the conditions that must hold afterwards. */
public interface Scenario {

  /** The name on the command line. */
  String name();

  /** One line for people that choose. */
  String about();

  /** Its flags, out of {@link Options#ABOUT}. */
  List<String> flags();

  Outcome play(Stage stage);
}
