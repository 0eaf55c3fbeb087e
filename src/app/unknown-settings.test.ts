import { describe, expect, test } from 'vitest';
import { settingNames } from './config.ts';
import { listUnknownSettings, unknownSettingText } from './unknown-settings.ts';

const told = (...names: string[]) =>
  listUnknownSettings(Object.fromEntries(names.map((name) => [name, 'canary']))).map(unknownSettingText);

describe('a variable that is no setting', () => {
  test.each([
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_URL_PRIMARY', 'DATABASE_URL'],
    ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
    ['PUBLIC_UR', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['database_url', 'DATABASE_URL'],
    ['RATE_LIMIT_PER_USERS', 'RATE_LIMIT_PER_USER'],
    ['SMTP_URI', 'SMTP_URL'],
  ])('%s is told, with %s, which was meant', (name, meant) => {
    expect(told(name)).toEqual([`${name} is not a setting of Meadow. Did you mean ${meant}?`]);
  });

  test.each(['SMTP_PASSWORD', 'AI_TEMPERATURE', 'PAYMENT_CURRENCY'])('reports %s, because of its prefix', (name) => {
    expect(told(name)).toEqual([`${name} is not a setting of Meadow. See .env.example for all settings.`]);
  });

  test('of the many others of an environment is no word', () => {
    const usual = `HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD SHELL SHLVL TERM LANG LC_ALL USER LOGNAME MAIL TZ TMPDIR EDITOR NODE_ENV
      NODE_OPTIONS NVM_DIR NVM_BIN npm_config_cache npm_lifecycle_event npm_package_version INIT_CWD PORTS POSTGRES_PASSWORD PGHOST
      PGPASSWORD PGDATABASE DOCKER_HOST KUBERNETES_SERVICE_HOST KUBERNETES_PORT SSH_AUTH_SOCK XDG_DATA_DIRS XDG_RUNTIME_DIR DISPLAY
      HTTP_PROXY HTTPS_PROXY NO_PROXY AWS_REGION AWS_PROFILE LS_COLORS COLORTERM GIT_DIR VIRTUAL_ENV LOG_FILE DEBUG CI _ DATA
      REDIS_URL SENTRY_DSN JAVA_HOME GOPATH HOSTS POSTS PUBLIC`;
    expect(told(...usual.split(/\s+/))).toEqual([]);
  });

  test('every setting is none of them, and empty variables are none', () => {
    expect(told(...settingNames())).toEqual([]);
    expect(listUnknownSettings({ CORS_ORIGIN: '', DATABSE_URL: ' ' })).toEqual([]);
  });

  test('never has its value told', () => {
    expect(told('DATABSE_URL').join()).not.toContain('canary');
  });
});
