// Hears from the server a few times a second, finds out when it does not, and comes again.

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
      news.again = news.greeting && this.everHeard;
      this.everHeard = true;
      this.onNews(news);
    };
    source.addEventListener('missed', (message) => this.onNews({ missed: Number(message.data) }));
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED && source === this.source) {
        this.again = setTimeout(() => this.open(), AGAIN_MILLIS);
      }
    };
  }

  look() {
    const silent = performance.now() - this.heard;
    if (silent > STALE_MILLIS) {
      this.tellStale(true, silent);
      if (silent > 2 * STALE_MILLIS && this.source.readyState === EventSource.OPEN) {
        this.heard = performance.now() - STALE_MILLIS;
        this.open();
      }
    }
  }

  tellStale(stale, silent = 0) {
    if (stale || this.stale) {
      this.stale = stale;
      this.onStale(stale, silent, this.everHeard);
    }
  }
}
