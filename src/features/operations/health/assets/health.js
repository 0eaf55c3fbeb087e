// Signs in, requests the health every 15 seconds, and shows it. Data becomes text and never markup.

(() => {
  const REFRESH_MS = 15_000;
  const TIMEOUT_MS = 8_000;
  const STORAGE_KEY = 'meadow health';
  const element = (id) => document.getElementById(id);
  const isBuiltIn = element('main').dataset.signIn === 'built-in';
  // Stored for this tab: the session of the built-in identity provider, or the pasted access token.
  let session = sessionStorage.getItem(STORAGE_KEY);
  let accessToken = isBuiltIn ? null : session;
  let timer;
  let isRefreshing = false;
  let lastCheckedAt = null;

  class Problem extends Error {
    constructor(status, body) {
      super(body.error || `The server returned the status ${status}.`);
      this.status = status;
      this.code = body.code;
    }
  }

  async function request(path, token, body) {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const content = await response.json().catch(() => ({}));
    if (!response.ok) throw new Problem(response.status, content || {});
    return content;
  }

  async function renewAccessToken() {
    accessToken = (await request('/auth/token', session)).token;
  }

  async function fetchHealth() {
    if (!isBuiltIn) return request('/api/admin/health', accessToken);
    if (!accessToken) await renewAccessToken();
    try {
      return await request('/api/admin/health', accessToken);
    } catch (error) {
      // Access tokens expire, and one from before a promotion does not have the new role.
      if (error.status !== 401 && error.status !== 403) throw error;
      await renewAccessToken();
      return request('/api/admin/health', accessToken);
    }
  }

  async function refresh() {
    if (!session || isRefreshing) return;
    isRefreshing = true;
    clearTimeout(timer);
    element('refresh').disabled = true;
    try {
      const health = await fetchHealth();
      if (session) showHealth(health);
    } catch (error) {
      if (session) showError(error);
    }
    isRefreshing = false;
    element('refresh').disabled = false;
    if (session) timer = setTimeout(refresh, REFRESH_MS);
  }

  function showError(error) {
    if (error.status === 401) {
      return signOut(
        isBuiltIn ? 'Your session has expired. Sign in again.' : 'This token is not valid or has expired.',
      );
    }
    if (error.status === 403) {
      element('health').hidden = true;
      lastCheckedAt = null;
      const hint = isBuiltIn ? 'this page then updates.' : 'then sign in with a new token.';
      const isMissingRole = error.code === 'auth.not-super-admin';
      return showNotice(isMissingRole ? `You are not a super admin. Ask one to promote you; ${hint}` : error.message);
    }
    const reason = error instanceof Problem ? error.message : 'The server does not respond.';
    const since = lastCheckedAt ? ` The data below is from ${formatTime(lastCheckedAt)}.` : '';
    element('health').classList.add('stale');
    showNotice(`${reason}${since} The page tries again every 15 seconds.`);
  }

  function showNotice(text) {
    const notice = element('notice');
    notice.hidden = !text;
    // Unchanged text is left alone, so that screen readers do not repeat it.
    if (notice.textContent !== text) notice.textContent = text;
  }

  function signOut(notice) {
    session = null;
    accessToken = null;
    lastCheckedAt = null;
    sessionStorage.removeItem(STORAGE_KEY);
    clearTimeout(timer);
    element('health').hidden = true;
    element('actions').hidden = true;
    element('sign-in').hidden = false;
    showNotice(notice);
  }

  function showSignedIn() {
    element('sign-in').hidden = true;
    element('actions').hidden = false;
    showNotice('');
    return refresh();
  }

  element('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    showNotice('');
    element('submit').disabled = true;
    try {
      if (isBuiltIn) {
        const credentials = { email: element('email').value, password: element('password').value };
        session = (await request('/auth/sign-in/email', null, credentials)).token;
        accessToken = null;
        element('password').value = '';
      } else {
        session = element('token')
          .value.trim()
          .replace(/^bearer /i, '')
          .replace(/\s+/g, '');
        accessToken = session;
        element('token').value = '';
      }
      sessionStorage.setItem(STORAGE_KEY, session);
      await showSignedIn();
    } catch (error) {
      showNotice(error instanceof Problem ? error.message : 'The server does not respond. Try again.');
    }
    element('submit').disabled = false;
  });
  element('sign-out').addEventListener('click', () => {
    if (isBuiltIn) request('/auth/sign-out', session, {}).catch(() => undefined);
    signOut('');
  });
  element('refresh').addEventListener('click', refresh);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh();
  });

  const SIGNS = { ok: '✓ ', warn: '▲ ', bad: '✕ ', off: '○ ' };
  const OVERALL = { ok: ['ok', 'All systems operational'], degraded: ['warn', 'Degraded'], down: ['bad', 'Down'] };
  const LATENCIES = { ok: ['ok', 'OK'], elevated: ['warn', 'Elevated'], slow: ['bad', 'Slow'], down: ['bad', 'Down'] };
  const PROVIDERS = {
    ok: ['ok', 'OK'],
    off: ['off', 'Not configured'],
    incomplete: ['warn', 'Incomplete'],
    failing: ['bad', 'Failing'],
  };
  const UNKNOWN = 'Could not be read.';
  const UNITS = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ];

  function create(tag, text, className) {
    const created = document.createElement(tag);
    if (text !== undefined && text !== null) created.textContent = text;
    if (className) created.className = className;
    return created;
  }

  function createSign(text) {
    const sign = create('span', text);
    sign.setAttribute('aria-hidden', 'true');
    return sign;
  }

  function createBadge(kind, text) {
    const badge = create('span', undefined, `badge ${kind}`);
    badge.append(createSign(SIGNS[kind]), text);
    return badge;
  }

  function createDetail(text) {
    return create('span', text, 'detail');
  }

  function formatTime(iso) {
    return new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  }

  function formatDuration(seconds) {
    const [unit, size] = UNITS.find(([, length]) => seconds >= length) || UNITS[3];
    const count = Math.max(0, Math.floor(seconds / size));
    return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }

  function formatBytes(count) {
    const power = Math.min(4, Math.floor(Math.log2(Math.max(1, count)) / 10));
    return `${(count / 1024 ** power).toFixed(power < 3 ? 0 : 1)} ${['B', 'KB', 'MB', 'GB', 'TB'][power]}`;
  }

  function formatDistance(seconds) {
    if (Math.abs(seconds) < 5) return 'just now';
    return seconds < 0 ? `${formatDuration(-seconds)} ago` : `in ${formatDuration(seconds)}`;
  }

  function createTime(iso, now) {
    const time = create('time', formatDistance((new Date(iso) - new Date(now)) / 1000));
    time.dateTime = iso;
    time.title = new Date(iso).toLocaleString();
    return time;
  }

  /** Roles are explicit, because browsers drop them from tables that are laid out as blocks. */
  function createTable(caption, headings, rows) {
    const withRole = (part, role) => {
      part.setAttribute('role', role);
      return part;
    };
    const table = withRole(create('table'), 'table');
    const head = withRole(create('thead'), 'rowgroup');
    const headRow = withRole(create('tr'), 'row');
    const body = withRole(create('tbody'), 'rowgroup');
    for (const heading of headings) {
      const cell = withRole(create('th', heading), 'columnheader');
      cell.scope = 'col';
      headRow.append(cell);
    }
    head.append(headRow);
    for (const cells of rows) {
      const row = withRole(create('tr'), 'row');
      for (const [index, parts] of cells.entries()) {
        const cell = withRole(create(index === 0 ? 'th' : 'td'), index === 0 ? 'rowheader' : 'cell');
        if (index === 0) cell.scope = 'row';
        else cell.dataset.label = headings[index];
        const content = create('div');
        content.append(...parts.filter(Boolean));
        cell.append(content);
        row.append(cell);
      }
      body.append(row);
    }
    table.append(create('caption', caption), head, body);
    return table;
  }

  function createEntry(term, content, className, groupClassName) {
    const group = create('div', undefined, groupClassName);
    const value = create('dd', undefined, className);
    value.append(content);
    group.append(create('dt', term), value);
    return group;
  }

  function createList(items) {
    const list = create('ul');
    list.append(...items.map((item) => create('li', item)));
    return list;
  }

  function createDisk(disk) {
    const content = create('div');
    const badge = disk.status === 'ok' ? createBadge('ok', 'OK') : createBadge('warn', 'Nearly full');
    content.append(badge, createDetail(`${formatBytes(disk.free_bytes)} free of ${formatBytes(disk.total_bytes)}`));
    return createEntry(disk.holds.join(', '), content);
  }

  function createJobBadge(job) {
    if (job.is_running) return createBadge('ok', 'Running');
    if (job.has_failed) return createBadge('bad', job.last_run.finished_at ? 'Failed' : 'Interrupted');
    if (job.is_late) return createBadge('warn', 'Late');
    return job.last_run ? createBadge('ok', 'OK') : createBadge('off', 'Has not run yet');
  }

  function jobCells(job, now) {
    const run = job.last_run;
    const hasLog = job.has_failed && run.finished_at;
    return [
      [job.name, createDetail(job.about)],
      [
        createJobBadge(job),
        run?.message && createDetail(run.message),
        hasLog && createDetail('See the log of the node.'),
      ],
      [run ? createTime(run.started_at, now) : '–'],
      [createTime(job.next_at, now), createDetail(job.schedule)],
    ];
  }

  function providerCells(provider, now) {
    const [kind, word] = PROVIDERS[provider.status];
    const circuits = provider.breakers
      .filter(({ state }) => state !== 'closed')
      .map(({ name, state, since }) => {
        const line = createDetail(`${name}: circuit ${state}, failing since `);
        line.append(createTime(since, now));
        return line;
      });
    const failure = provider.last_failure;
    return [
      [provider.name, createDetail(provider.host ? `${provider.kind}, ${provider.host}` : provider.kind)],
      [createBadge(kind, word), provider.guidance && createDetail(provider.guidance), ...circuits],
      failure ? [createTime(failure.at, now), createDetail(failure.reason)] : ['–'],
    ];
  }

  function showHealth(health) {
    const now = health.checked_at;
    lastCheckedAt = now;
    showNotice('');
    element('health').hidden = false;
    element('health').classList.remove('stale');
    showOverall(health);
    showDatabase(health.database);
    element('disks').replaceChildren(
      ...(health.disks.length === 0 ? [createEntry('Status', UNKNOWN)] : health.disks.map(createDisk)),
    );
    element('jobs').replaceChildren(
      health.jobs === null
        ? create('p', UNKNOWN)
        : createTable(
            'Scheduled jobs of all nodes. Schedules are in UTC.',
            ['Job', 'Status', 'Last run', 'Next run'],
            health.jobs.map((job) => jobCells(job, now)),
          ),
    );
    element('providers').replaceChildren(
      createTable(
        'The state of this node since it started.',
        ['Provider', 'Status', 'Last failure'],
        health.providers.map((provider) => providerCells(provider, now)),
      ),
    );
    showMigrations(health.migrations);
  }

  function showOverall(health) {
    const [kind, title] = OVERALL[health.status];
    const time = formatTime(health.checked_at);
    element('banner').className = `banner ${kind}`;
    const status = element('status');
    // Unchanged text is left alone, so that screen readers do not repeat it.
    if (status.dataset.shown !== health.status) {
      status.replaceChildren(createSign(SIGNS[kind].trim()), create('span', title));
      status.dataset.shown = health.status;
    }
    document.title = `${SIGNS[kind]}Health · Meadow`;
    element('problems').replaceChildren(...health.problems.map((problem) => create('li', problem)));
    element('checked').textContent =
      `Checked at ${time}, updated every 15 seconds. Version ${health.version}, node up for ${formatDuration(health.uptime_seconds)}.`;
  }

  function showDatabase({ status, latency_ms, guidance }) {
    const [kind, word] = LATENCIES[status];
    element('database').replaceChildren(
      createEntry('Status', createBadge(kind, word)),
      createEntry('Latency', latency_ms === null ? '–' : `${latency_ms} ms`, 'figure'),
      ...(guidance ? [createEntry('What to do', guidance, '', 'wide')] : []),
    );
  }

  function showMigrations(migrations) {
    const box = element('migrations');
    if (migrations === null) return box.replaceChildren(create('p', UNKNOWN));
    const { applied, pending } = migrations;
    const details = create('details');
    details.open = Boolean(box.querySelector('details[open]'));
    details.append(create('summary', `${applied.length} applied`), createList(applied));
    if (pending.length === 0) return box.replaceChildren(createBadge('ok', 'None pending'), details);
    return box.replaceChildren(createBadge('bad', `${pending.length} pending`), createList(pending), details);
  }

  if (session) void showSignedIn();
  else signOut('');
})();
