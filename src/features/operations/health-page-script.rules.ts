/**
 * What the page does: sign in, ask for the figures every fifteen seconds, and show them. Whatever comes from the server becomes
 * text and never markup. It has no template literals, as it is one itself.
 */
export const SCRIPT = `
'use strict';
(() => {
const EVERY = 15000, PATIENCE = 8000, KEPT = 'meadow health';
const at = (id) => document.getElementById(id);
const isBuiltIn = at('main').dataset.signIn === 'built-in';
// What is kept for this tab: the session of the built-in provider, or the token that somebody pasted.
let kept = sessionStorage.getItem(KEPT), access = isBuiltIn ? null : kept;
let timer, isAsking = false, lastAnswer = null;

class Refusal extends Error {
  constructor(status, body) { super(body.error || 'The server answered ' + status + '.'); this.status = status; this.code = body.code; }
}
async function ask(path, token, body) {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET', credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE),
    headers: Object.assign(token ? { authorization: 'Bearer ' + token } : {}, body ? { 'content-type': 'application/json' } : {}),
    body: body ? JSON.stringify(body) : undefined,
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer || {});
  return answer;
}
async function renew() { access = (await ask('/auth/token', kept)).token; }

async function read() {
  if (!isBuiltIn) return ask('/api/admin/health', access);
  if (!access) await renew();
  try { return await ask('/api/admin/health', access); }
  catch (error) {
    // An access token runs out, and one from before a promotion does not know of it.
    if (error.status !== 401 && error.status !== 403) throw error;
    await renew();
    return ask('/api/admin/health', access);
  }
}

async function refresh() {
  if (!kept || isAsking) return;
  isAsking = true;
  clearTimeout(timer);
  at('again').disabled = true;
  try {
    const health = await read();
    if (kept) show(health);
  } catch (error) { if (kept) fail(error); }
  isAsking = false;
  at('again').disabled = false;
  if (kept) timer = setTimeout(refresh, EVERY);
}

function fail(error) {
  if (error.status === 401) return leave(isBuiltIn ? 'You are not signed in any more.' : 'This token is not valid, or has run out. Get another one.');
  if (error.status === 403) {
    at('health').hidden = true;
    lastAnswer = null;
    return tell(error.code === 'auth.not-super-admin'
      ? 'You are signed in, and you are not a super admin. Ask one to make you one' + (isBuiltIn ? '; this page notices by itself.' : ', and sign in with a newer token.')
      : error.message);
  }
  const since = lastAnswer ? ' What you see is from ' + clock(lastAnswer) + '.' : '';
  at('health').classList.add('stale');
  tell((error instanceof Refusal ? error.message : 'The server does not answer.') + since + ' It is asked again every 15 seconds.');
}
function tell(text) { const notice = at('notice'); notice.hidden = !text; if (notice.textContent !== text) notice.textContent = text; }
function leave(text) {
  kept = access = lastAnswer = null;
  sessionStorage.removeItem(KEPT);
  clearTimeout(timer);
  at('health').hidden = at('actions').hidden = true;
  at('sign-in').hidden = false;
  tell(text);
}
function enter() { at('sign-in').hidden = true; at('actions').hidden = false; tell(''); return refresh(); }

at('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  tell('');
  at('submit').disabled = true;
  try {
    if (isBuiltIn) {
      kept = (await ask('/auth/sign-in/email', null, { email: at('email').value, password: at('password').value })).token;
      access = null;
      at('password').value = '';
    } else {
      kept = access = at('token').value.trim().replace(/^bearer /i, '').replace(/\\s+/g, '');
      at('token').value = '';
    }
    sessionStorage.setItem(KEPT, kept);
    await enter();
  } catch (error) { tell(error instanceof Refusal ? error.message : 'The server does not answer. Try again.'); }
  at('submit').disabled = false;
});
at('sign-out').addEventListener('click', () => {
  if (isBuiltIn) ask('/auth/sign-out', kept, {}).catch(() => undefined);
  leave('');
});
at('again').addEventListener('click', refresh);
document.addEventListener('visibilitychange', () => { if (!document.hidden) refresh(); });

// From here on it is about what the figures look like.
function make(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined && text !== null) element.textContent = text;
  if (className) element.className = className;
  return element;
}
const SIGNS = { ok: '✓ ', warn: '▲ ', bad: '✕ ', off: '○ ' };
function badge(kind, text) {
  const element = make('span', undefined, 'badge ' + kind);
  const sign = make('span', SIGNS[kind]);
  sign.setAttribute('aria-hidden', 'true');
  element.append(sign, text);
  return element;
}
const clock = (iso) => new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const UNITS = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
function lasting(seconds) {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) || UNITS[3];
  const count = Math.max(0, Math.floor(seconds / size));
  return count + ' ' + unit + (count === 1 ? '' : 's');
}
function moment(iso, now) {
  const seconds = (new Date(iso) - new Date(now)) / 1000;
  const element = make('time', Math.abs(seconds) < 5 ? 'just now' : seconds < 0 ? lasting(-seconds) + ' ago' : 'in ' + lasting(seconds));
  element.dateTime = iso;
  element.title = new Date(iso).toLocaleString();
  return element;
}
function table(caption, heads, rows) {
  const element = make('table');
  const role = (part, name) => { part.setAttribute('role', name); return part; };
  // Where they are laid out as blocks, browsers forget that these are tables.
  role(element, 'table').append(make('caption', caption));
  const head = role(make('thead'), 'rowgroup'), headRow = role(make('tr'), 'row'), body = role(make('tbody'), 'rowgroup');
  for (const text of heads) { const cell = role(make('th', text), 'columnheader'); cell.scope = 'col'; headRow.append(cell); }
  head.append(headRow);
  for (const cells of rows) {
    const row = role(make('tr'), 'row');
    cells.forEach((parts, index) => {
      const cell = role(make(index === 0 ? 'th' : 'td'), index === 0 ? 'rowheader' : 'cell');
      if (index === 0) cell.scope = 'row'; else cell.dataset.label = heads[index];
      const inside = make('div');
      inside.append(...parts.filter((part) => part !== null && part !== undefined && part !== ''));
      cell.append(inside);
      row.append(cell);
    });
    body.append(row);
  }
  element.append(head, body);
  return element;
}
function entry(term, content, className, wrapper) {
  const group = make('div', undefined, wrapper), value = make('dd', undefined, className);
  value.append(content);
  group.append(make('dt', term), value);
  return group;
}

const BANNERS = { ok: ['ok', 'Everything is well'], degraded: ['warn', 'Somebody should look'], down: ['bad', 'It cannot serve'] };
const LATENCIES = { ok: ['ok', 'Well'], elevated: ['warn', 'Elevated'], slow: ['bad', 'Slow'], down: ['bad', 'Does not answer'] };
const PROVIDERS = { ok: ['ok', 'Well'], off: ['off', 'Not configured'], incomplete: ['warn', 'Incomplete'], failing: ['bad', 'Failing'] };
const UNKNOWN = 'They could not be read.';

function bytes(count) {
  const power = Math.min(4, Math.floor(Math.log2(Math.max(1, count)) / 10));
  return (count / 1024 ** power).toFixed(power < 3 ? 0 : 1) + ' ' + ['B', 'KB', 'MB', 'GB', 'TB'][power];
}
function diskEntry(disk) {
  const content = make('div');
  content.append(disk.status === 'ok' ? badge('ok', 'Well') : badge('warn', 'Nearly full'), make('span', bytes(disk.free_bytes) + ' free of ' + bytes(disk.total_bytes), 'detail'));
  return entry(disk.holds.join(', '), content);
}
function jobState(job) {
  if (job.is_under_way) return badge('ok', 'Under way');
  if (job.has_failed) return badge('bad', job.last_run.finished_at ? 'Failed' : 'Broke off');
  if (job.is_late) return badge('warn', 'Late');
  return job.last_run ? badge('ok', 'Well') : badge('off', 'Has not run yet');
}
function jobRow(job, now) {
  const run = job.last_run;
  return [
    [job.name, make('span', job.about, 'detail')],
    [jobState(job), run && run.message && make('span', run.message, 'detail'),
      job.has_failed && run.finished_at && make('span', 'The log of the node says why.', 'detail')].filter(Boolean),
    [run ? moment(run.started_at, now) : '–'],
    [moment(job.next_at, now), make('span', job.schedule, 'detail')],
  ];
}
function providerRow(provider, now) {
  const [kind, word] = PROVIDERS[provider.status];
  const breakers = provider.breakers.filter((breaker) => breaker.state !== 'closed').map((breaker) => {
    const line = make('span', breaker.name + (breaker.state === 'open' ? ': left alone, fails since ' : ': the next call tries it again, fails since '), 'detail');
    line.append(moment(breaker.since, now));
    return line;
  });
  const failure = provider.last_failure;
  return [
    [provider.name, make('span', provider.host ? provider.kind + ', ' + provider.host : provider.kind, 'detail')],
    [badge(kind, word), provider.guidance && make('span', provider.guidance, 'detail'), ...breakers],
    failure ? [moment(failure.at, now), make('span', failure.reason, 'detail')] : ['–'],
  ];
}
function show(health) {
  const now = lastAnswer = health.checked_at, database = health.database, migrations = health.migrations;
  const [kind, title] = BANNERS[health.status];
  tell('');
  at('health').hidden = false;
  at('health').classList.remove('stale');
  at('banner').className = 'banner ' + kind;
  const status = at('status');
  if (status.dataset.of !== health.status) {
    const sign = make('span', SIGNS[kind].trim());
    sign.setAttribute('aria-hidden', 'true');
    status.replaceChildren(sign, make('span', title));
    status.dataset.of = health.status;
  }
  document.title = SIGNS[kind] + 'Health · Meadow';
  at('problems').replaceChildren(...health.problems.map((problem) => make('li', problem)));
  at('checked').textContent = 'Looked at ' + clock(now) + ', again every 15 seconds. Version ' + health.version + ', this node up for ' + lasting(health.uptime_seconds) + '.';
  const [databaseKind, databaseWord] = LATENCIES[database.status];
  at('database').replaceChildren(
    entry('Status', badge(databaseKind, databaseWord)),
    entry('From question to answer', database.latency_ms === null ? '–' : database.latency_ms + ' ms', 'figure'),
    ...(database.guidance ? [entry('What to do', database.guidance, '', 'wide')] : []),
  );
  at('disks').replaceChildren(...(health.disks.length === 0 ? [entry('Status', UNKNOWN)] : health.disks.map(diskEntry)));
  at('jobs').replaceChildren(health.jobs === null ? make('p', UNKNOWN)
    : table('What is done on a schedule, on all nodes. Schedules are in UTC.', ['Job', 'Status', 'Last run', 'Next run'], health.jobs.map((job) => jobRow(job, now))));
  at('providers').replaceChildren(table('As this node has seen them since it started.', ['Provider', 'Status', 'Last failure'], health.providers.map((provider) => providerRow(provider, now))));
  showMigrations(migrations);
}
function showMigrations(migrations) {
  const box = at('migrations'), wasOpen = Boolean(box.querySelector('details[open]'));
  if (migrations === null) return box.replaceChildren(make('p', UNKNOWN));
  const { applied, pending } = migrations;
  const details = make('details');
  details.open = wasOpen;
  const list = (names) => { const element = make('ul'); element.append(...names.map((name) => make('li', name))); return element; };
  details.append(make('summary', applied.length + ' are applied'), list(applied));
  box.replaceChildren(pending.length === 0 ? badge('ok', 'None is pending') : badge('bad', pending.length + ' pending'), ...(pending.length === 0 ? [] : [list(pending)]), details);
}

if (kept) enter(); else leave('');
})();
`;
