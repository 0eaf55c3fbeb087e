import { expect, test } from 'vitest';
import { parseIpAddress, unmapIpv4, wideNetworkOf } from './ip-address.ts';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::1', '::1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['fe80::1%eth0.100', 'fe80::1'],
  ['fe80::1%br-lan', 'fe80::1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::ffff:a00:1', '10.0.0.1'],
  ['::10.0.0.1', '10.0.0.1'],
  ['64:ff9b::a00:1', '64:ff9b::a00:1'],
])('reads %s as %s', (text, expected) => {
  const address = parseIpAddress(text);
  expect(address && unmapIpv4(address).toString()).toBe(expected);
});

test.each([
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '2130706433',
  '127.0.0.1.',
  '[::1]',
  '10.0.0.0/8',
  '1::2::3',
])('returns null for %j', (text) => {
  expect(parseIpAddress(text)).toBeNull();
});

test.each([
  ['192.0.2.1', '192.0.0.0'],
  ['::ffff:192.0.2.1', '192.0.0.0'],
  ['2001:db8:1:2::3', '2001:db8::'],
  ['unknown', ''],
])('the wide network of %s is %j', (text, expected) => {
  expect(wideNetworkOf(text)).toBe(expected);
});
