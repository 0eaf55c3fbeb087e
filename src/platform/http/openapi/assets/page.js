// Shows the description, signs in, and gives the access token to the requests that the page sends.

(() => {
  const STORAGE_KEY = 'docs session';
  // A token is replaced this long before it ends.
  const MARGIN_MS = 60_000;
  const { signIn: signInPath, token: tokenPath } = document.body.dataset;
  const element = (id) => document.getElementById(id);
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const reference = document.createElement('rapi-doc');
  // For this tab: the session of the built-in provider, or a pasted access token.
  let signedIn = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
  let isBuiltIn = false;
  let timer;

  async function start() {
    const description = await request('/openapi.json');
    isBuiltIn = signInPath in description.paths;
    setAttributes({
      'render-style': matchMedia('(min-width: 64rem)').matches ? 'focused' : 'view',
      'show-header': 'false',
      'load-fonts': 'false',
      'regular-font': "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
      'mono-font': "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
      'font-size': 'large',
      'allow-authentication': 'false',
      'allow-server-selection': 'false',
      'allow-spec-file-download': 'false',
      'allow-search': 'true',
      'allow-advanced-search': 'false',
      'show-method-in-nav-bar': 'as-colored-text',
      'use-path-in-nav-bar': 'false',
      'nav-item-spacing': 'compact',
      'show-components': 'false',
      'schema-style': 'table',
      'schema-description-expanded': 'true',
      'default-schema-tab': 'example',
      'persist-auth': 'false',
      'fetch-credentials': 'omit',
    });
    applyTheme();
    isDark.addEventListener('change', applyTheme);
    element('main').replaceChildren(reference);
    reference.addEventListener('spec-loaded', () => void renew());
    await reference.loadSpec(fitFor(description));
  }

  /** The reference misplaces the license, and shows no type of a parameter with alternatives. */
  function fitFor(description) {
    const { components, info, paths } = description;
    delete info.license;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const parameters = [components.parameters, ...operations.map((operation) => operation.parameters)];
    for (const parameter of parameters.flatMap((list) => Object.values(list ?? {}))) {
      const { $ref, anyOf, ...schema } = parameter.schema ?? {};
      const [alternative] = anyOf ?? components.schemas[$ref?.split('/').at(-1)]?.anyOf ?? [];
      if (alternative) parameter.schema = { ...schema, ...alternative };
      else if (schema.enum) parameter.schema.type ??= 'string';
    }
    return description;
  }

  function setAttributes(attributes) {
    for (const [name, value] of Object.entries(attributes)) reference.setAttribute(name, value);
  }

  function applyTheme() {
    setAttributes(
      isDark.matches
        ? {
            theme: 'dark',
            'bg-color': '#101713',
            'text-color': '#e3ebe4',
            'primary-color': '#8fd0a6',
            'nav-bg-color': '#151e18',
            'nav-text-color': '#c9d6cc',
            'nav-accent-color': '#8fd0a6',
          }
        : {
            theme: 'light',
            'bg-color': '#fbfcfa',
            'text-color': '#26352b',
            'primary-color': '#2d6a4f',
            'nav-bg-color': '#f1f5ef',
            'nav-text-color': '#26352b',
            'nav-accent-color': '#2d6a4f',
          },
    );
  }

  async function request(path, token, body) {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      credentials: 'omit',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const content = await response.json().catch(() => ({}));
    if (!response.ok) throw Object.assign(new Error(content.error ?? `Status ${response.status}`), { response });
    return content;
  }

  /** Gets the next access token of the session, and sets the time of the one after it. */
  async function renew() {
    clearTimeout(timer);
    show();
    if (!signedIn) return;
    try {
      const token = isBuiltIn ? (await request(tokenPath, signedIn.secret)).token : signedIn.secret;
      reference.setApiKey('accessToken', token);
      if (isBuiltIn) reference.setApiKey('session', signedIn.secret);
      if (isBuiltIn) timer = setTimeout(renew, Math.max(endOf(token) - Date.now() - MARGIN_MS, MARGIN_MS));
    } catch (error) {
      if (error.response?.status === 401) return signOut('The session has ended. Sign in again.');
      timer = setTimeout(renew, MARGIN_MS);
      say(error.message);
    }
  }

  function endOf(token) {
    return JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).exp * 1000;
  }

  function remember(value) {
    signedIn = value;
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(value));
    say('');
    return renew();
  }

  function signOut(message = '') {
    clearTimeout(timer);
    signedIn = null;
    sessionStorage.removeItem(STORAGE_KEY);
    reference.removeAllSecurityKeys();
    say(message);
    show();
  }

  function show() {
    element('sign-in').hidden = !isBuiltIn || signedIn !== null;
    element('paste').hidden = isBuiltIn || signedIn !== null;
    element('signed-in').hidden = signedIn === null;
    element('signed-in').querySelector('span').textContent = signedIn?.name ?? '';
  }

  function say(message) {
    element('message').textContent = message;
    element('message').hidden = message === '';
  }

  function onSubmit(id, use) {
    element(id).addEventListener('submit', (event) => {
      event.preventDefault();
      const fields = Object.fromEntries(new FormData(event.target));
      event.target.querySelector('button').disabled = true;
      use(fields)
        .then(() => event.target.reset())
        .catch((error) => say(error.message))
        .finally(() => {
          event.target.querySelector('button').disabled = false;
        });
    });
  }

  onSubmit('sign-in', async (credentials) => {
    const { token, user } = await request(signInPath, undefined, credentials);
    await remember({ secret: token, name: user.email });
  });
  onSubmit('paste', ({ token }) => remember({ secret: token.trim(), name: 'Access token in use' }));
  element('signed-in')
    .querySelector('button')
    .addEventListener('click', () => signOut());
  // A timer stops while a computer sleeps.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void renew();
  });

  start().catch((error) => say(error.message));
})();
