package io.tenure.client.transport;

import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * A TLS context for clients that speak to servers without TLS only. The JDK's client wants a
 * context all the same, and the usual one reads every certificate that the machine trusts: a third
 * of the time that a short command takes.
 */
public final class NoTlsContext extends SSLContextSpi {

  private NoTlsContext() {}

  public static SSLContext context() {
    return new SSLContext(new NoTlsContext(), null, "none") {};
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return new SSLParameters();
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return new SSLParameters();
  }

  @Override
  protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
    throw none();
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    throw none();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    throw none();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    throw none();
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    throw none();
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    throw none();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    throw none();
  }

  private static UnsupportedOperationException none() {
    return new UnsupportedOperationException("this client speaks no TLS here");
  }
}
