package io.tenure.door.http;

import java.util.function.Supplier;

/**
 * The store of the leases, as people know it.
 *
 * @param address without user and password
 * @param product reads name and version of the store, for any thread; empty when not known
 */
public record StoreInfo(String address, Supplier<String> product) {

  static final StoreInfo UNNAMED = new StoreInfo("", () -> "");
}
