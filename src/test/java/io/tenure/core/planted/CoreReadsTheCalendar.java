package io.tenure.core.planted;

import java.util.Date;

public record CoreReadsTheCalendar(Date now) {}
