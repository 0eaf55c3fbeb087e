// Shows the description, and signs in for the requests that the page sends.

(() => {
  const STORAGE_KEY = 'docs access token';
  const { signIn: signInPath, signOut: signOutPath, session: sessionPath } = document.body.dataset;
  const element = (id) => document.getElementById(id);
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const reference = document.createElement('rapi-doc');
  let isBuiltIn = false;

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
      // The session is a cookie, which the server accepts from its own pages.
      'fetch-credentials': 'same-origin',
    });
    applyTheme();
    isDark.addEventListener('change', applyTheme);
    element('main').replaceChildren(reference);
    await reference.loadSpec(fitFor(description));
    await showCaller();
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

  async function request(path, body) {
    const response = await fetch(path, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const content = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(content?.error ?? `Status ${response.status}`);
    return content;
  }

  /** The name of the caller, or null. With an external provider, the caller pastes an access token, which this tab keeps. */
  async function findCaller() {
    if (isBuiltIn) return (await request(sessionPath))?.user.email ?? null;
    const token = sessionStorage.getItem(STORAGE_KEY);
    if (token !== null) reference.setApiKey('accessToken', token);
    return token && 'Access token in use';
  }

  async function showCaller() {
    const name = await findCaller();
    element('sign-in').hidden = !isBuiltIn || name !== null;
    element('paste').hidden = isBuiltIn || name !== null;
    element('signed-in').hidden = name === null;
    element('signed-in').querySelector('span').textContent = name ?? '';
    say('');
  }

  async function signOut() {
    if (isBuiltIn) await request(signOutPath, {});
    sessionStorage.removeItem(STORAGE_KEY);
    reference.removeAllSecurityKeys();
    await showCaller();
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
    await request(signInPath, credentials);
    await showCaller();
  });
  onSubmit('paste', async ({ token }) => {
    sessionStorage.setItem(STORAGE_KEY, token.trim());
    await showCaller();
  });
  element('signed-in')
    .querySelector('button')
    .addEventListener('click', () => signOut().catch((error) => say(error.message)));

  start().catch((error) => say(error.message));
})();
