// Asks before it breaks a lease. It sends the shown token, so that a key with a new holder is left alone.

import { $, h } from './dom.js';
import { left } from './format.js';

const dialog = $('break');

// A lease under a session has no ttl that could run out: that choice is not offered.
export function ask(page, holder, done) {
  const reason = h('input', { id: 'break-reason', required: true, maxLength: 200, autocomplete: 'off' });
  const typed = h('input', { id: 'break-key', autocomplete: 'off', spellcheck: false });
  const problem = h('p', { className: 'problem', role: 'alert', hidden: true });
  const go = h('button', { className: 'danger', id: 'break-go' }, 'Break');
  const later = h('input', { type: 'radio', name: 'when', value: 'ttl', checked: !holder.bound });
  const atOnce = h('input', { type: 'radio', name: 'when', value: 'now', id: 'break-now', checked: Boolean(holder.bound) });
  const confirm = h('label', { htmlFor: 'break-key', hidden: true }, `Type the key, ${page.key}, to end the lease at once`, typed);
  const change = () => {
    confirm.hidden = !atOnce.checked;
    go.disabled = !reason.value.trim() || (atOnce.checked && typed.value !== page.key);
  };
  const form = h('form', {
    oninput: change,
    onsubmit: async (event) => {
      event.preventDefault();
      go.disabled = true;
      await send(page.key, holder.token, reason.value.trim(), atOnce.checked, problem, done);
      change();
    },
  },
  h('h2', { id: 'break-title' }, `Break the lease on ${page.key}?`),
  h('p', {}, `${holder.holder} holds it with token ${holder.token}`
    + (holder.bound ? ', under a session.' : `, ${left(holder.remainingMs)} of ${left(holder.ttlMs)} left. The holder learns of the break at its next renewal.`)
    + (page.holders.length > 1 ? ' The other holders keep their leases.' : '')
    + ' The next holder gets a larger token. Resources that do not check tokens may see two writers.'),
  h('label', { htmlFor: 'break-reason' }, 'Reason, for the audit', reason),
  h('fieldset', {}, h('legend', {}, 'When'),
    holder.bound ? null : h('label', {}, later, 'When its ttl runs out: renewals no longer extend it'),
    h('label', {}, atOnce, 'At once')),
  confirm, problem,
  h('div', { className: 'actions' }, go, h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel')));
  dialog.replaceChildren(form);
  change();
  dialog.showModal();
  reason.focus();
}

async function send(key, token, reason, atOnce, problem, done) {
  const query = new URLSearchParams({ token, reason });
  if (!atOnce) {
    query.set('grace', 'ttl');
  }
  try {
    const response = await fetch(`/v1/keys/${encodeURIComponent(key)}?${query}`, { method: 'DELETE' });
    if (response.ok) {
      dialog.close();
      done();
      return;
    }
    const refused = await response.json();
    problem.textContent = response.status === 412
      ? 'No lease was broken: the key has another holder now. Close this and look again.'
      : `No lease was broken: ${refused.detail ?? response.status}`;
  } catch (gone) {
    problem.textContent = 'The server does not answer. The lease may be broken: look again before you repeat the break.';
  }
  problem.hidden = false;
  done();
}
