package io.tenure.core.planted;

import java.nio.file.Path;

public record CoreReadsAFile(Path leases) {}
