// Receives updates from the server a few times a second, notices when they stop, and reconnects.

const STALE_MILLIS = 3000;
const AGAIN_MILLIS = 1000;

export class Feed {
  constructor(onNews, onStale) {
    this.onNews = onNews;
    this.onStale = onStale;
    this.filter = '';
    this.heard = performance.now();
    this.stale = false;
    this.everHeard = false;

    // The time since which updates are missing; and the reason, if the server gave one.
    this.lost = false;
    this.refusal = null;
    setInterval(() => this.look(), 250);
  }

  open(filter = this.filter) {
    this.filter = filter;
    clearTimeout(this.again);
    this.source?.close();
    const source = new EventSource('stream?filter=' + encodeURIComponent(filter));
    this.source = source;
    source.onmessage = (message) => {
      this.heard = performance.now();
      this.tellStale(false);
      const news = JSON.parse(message.data);
      news.again = news.greeting && this.lost;
      this.everHeard = true;
      this.lost = false;
      this.refusal = null;
      this.onNews(news);
    };
    source.addEventListener('missed', (message) => this.onNews({ missed: Number(message.data) }));
    source.onerror = () => {
      if (source !== this.source) {
        return;
      }
      this.lost = this.everHeard;
      if (source.readyState === EventSource.CLOSED) {
        this.ask(source.url);
        this.again = setTimeout(() => this.open(), AGAIN_MILLIS);
      } else {
        this.refusal = null;
      }
    };
  }

  // An EventSource does not report why it was refused. So the page asks once: the answer to later refusals is the same.
  async ask(address) {
    if (this.refusal !== null) {
      return;
    }
    this.refusal = '';
    const asked = new AbortController();
    try {
      const response = await fetch(address, { signal: asked.signal });
      this.refusal = response.ok ? null : (await response.json()).detail;
    } catch (gone) {
      this.refusal = null;
    }
    asked.abort();
  }

  look() {
    const silent = performance.now() - this.heard;
    if (silent > STALE_MILLIS) {
      this.tellStale(true, silent);
      if (silent > 2 * STALE_MILLIS && this.source.readyState === EventSource.OPEN) {
        this.heard = performance.now() - STALE_MILLIS;
        this.lost = true;
        this.open();
      }
    }
  }

  tellStale(stale, silent = 0) {
    if (stale || this.stale) {
      this.stale = stale;
      this.onStale(stale, silent, this.everHeard, this.refusal);
    }
  }
}
