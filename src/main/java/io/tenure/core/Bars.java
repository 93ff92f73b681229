package io.tenure.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The places under a lock-delay. The last takes the place of one that leaves: whoever walks them
 * from the last to the first, in slices, misses none that stays.
 */
final class Bars {

  private final List<Place> places = new ArrayList<>();

  void bar(Place place, long millis) {
    if (place.barMillis == 0) {
      place.atBars = places.size();
      places.add(place);
    }
    place.barMillis = millis;
  }

  void lift(Place place) {
    if (place.barMillis == 0) {
      return;
    }
    place.barMillis = 0;
    Place last = places.remove(places.size() - 1);
    if (last != place) {
      places.set(place.atBars, last);
      last.atBars = place.atBars;
    }
  }

  int count() {
    return places.size();
  }

  Place get(int at) {
    return places.get(at);
  }
}
