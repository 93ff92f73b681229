// Small helpers for the page's elements.

export const $ = (id) => document.getElementById(id);

// An element with properties and children; texts stay texts, never markup.
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

// Writes only changed text: the browser lays out nothing for unchanged elements.
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

// Makes the children of an element look like the given ones. An existing child stays the same element: scrolled,
// selected, focused or pressed as the reader left it. Where several are alike, data-name tells them apart.
export function fill(element, children) {
  let at = element.firstChild;
  for (const child of children) {
    let known = at;
    while (known && !alike(known, child)) {
      known = known.nextSibling;
    }
    if (known) {
      at = drop(at, known).nextSibling;
      become(known, child);
    } else {
      element.insertBefore(child, at);
    }
  }
  drop(at, null);
}

const alike = (one, other) => one.nodeName === other.nodeName && one.dataset?.name === other.dataset?.name;

function drop(from, end) {
  while (from !== end) {
    const next = from.nextSibling;
    from.remove();
    from = next;
  }
  return end;
}

function become(known, child) {
  if (known.nodeType === Node.TEXT_NODE) {
    say(known, child.data);
    return;
  }
  for (const { name } of [...known.attributes]) {
    if (!child.hasAttribute(name)) {
      known.removeAttribute(name);
    }
  }
  for (const { name, value } of child.attributes) {
    if (known.getAttribute(name) !== value) {
      known.setAttribute(name, value);
    }
  }
  known.onclick = child.onclick;
  fill(known, [...child.childNodes]);
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
