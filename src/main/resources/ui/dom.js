// Small helpers for the page's elements.

export const $ = (id) => document.getElementById(id);

// An element with properties and children; texts stay texts, whatever is in them.
export function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in made) {
      made[name] = value;
    } else {
      made.setAttribute(name, value);
    }
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// Writes only what changed: the browser lays out nothing for what stayed.
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

export function facts(list, pairs) {
  const texts = pairs.flatMap(([name, value]) => [name, String(value)]);
  if (list.dataset.said === texts.join('\n')) {
    return;
  }
  list.dataset.said = texts.join('\n');
  list.replaceChildren(...pairs.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, String(value))]));
}

export const keyLink = (key) => '#/k/' + encodeURIComponent(key);

export const typing = (target) => target.closest('input, textarea, select, dialog[open]') !== null;
