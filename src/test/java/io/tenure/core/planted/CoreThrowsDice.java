package io.tenure.core.planted;

import java.util.Random;

public record CoreThrowsDice(Random dice) {}
