import { expect, test } from 'vitest';
import { parseAddress } from './addresses.ts';

const hostsOf = (text: string) => parseAddress(text)?.hosts.map(({ host, port }) => `${host} ${port}`);

test.each([
  ['postgres://db/meadow', ['db 5432'], false],
  ['postgresql://ada:word@db:6432/meadow?sslmode=require', ['db 6432'], false],
  ['postgres://ada:word@db/meadow?target_session_attrs=any', ['db 5432'], false],
  ['postgres://ada:word@db/meadow?target_session_attrs=read-write', ['db 5432'], true],
  ['postgres://ada:word@one:5433,two/meadow', ['one 5433', 'two 5432'], true],
  ['postgres://one,two:1,three/meadow?target_session_attrs=primary', ['one 5432', 'two 1', 'three 5432'], true],
  ['postgres://ada:a%2Cb%40c@[::1]:5433,[fd00::2]/meadow', ['::1 5433', 'fd00::2 5432'], true],
])('%s has its hosts in order', (text, hosts, needsPrimary) => {
  expect([hostsOf(text), parseAddress(text)?.needsPrimary]).toEqual([hosts, needsPrimary]);
});

test.each([
  ['postgres://ada:word@one:5433,two/meadow?sslmode=require', 'postgres://ada:word@one:5433/meadow?sslmode=require'],
  ['postgres:///meadow?host=/run/postgresql', 'postgres:///meadow?host=/run/postgresql'],
])('%s is for the driver %s', (text, connectionString) => {
  expect(parseAddress(text)?.connectionString).toBe(connectionString);
});

test.each([
  ['postgres://ada:canary@one:5433,[::1]/meadow', 'one:5433,[::1]:5432'],
  ['postgres:///meadow', 'localhost:5432'],
  ['postgres://ada:canary@localhost/meadow?host=/run/postgresql', '/run/postgresql'],
])('%s is shown without its password', (text, place) => {
  expect(parseAddress(text)?.place).toBe(place);
});

test.each([
  'mysql://db/meadow',
  'db.example',
  'postgres://one,,two/meadow',
  'postgres://one:5432:5433,two/meadow',
  'postgres://one:65536/meadow',
  'postgres://one,two/meadow?host=three',
  'postgres://one,two/meadow?target_session_attrs=standby',
  'postgres://one/meadow?target_session_attrs=prefer-standby',
])('%s is no address', (text) => {
  expect(parseAddress(text)).toBeNull();
});
