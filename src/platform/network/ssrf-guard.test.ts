import type { lookup } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { AddressNotPublicError, createPublicLookup, isPublicAddress } from './ssrf-guard.ts';

describe('An address is not public where it leads to', () => {
  test.each([
    ['this machine', '127.0.0.1'],
    ['this machine, by another number', '127.255.255.254'],
    ['this machine, in IPv6', '::1'],
    ['any interface', '0.0.0.0'],
    ['any interface, in IPv6', '::'],
    ['a private network', '10.0.0.1'],
    ['the first of 172.16.0.0/12', '172.16.0.0'],
    ['the last of 172.16.0.0/12', '172.31.255.255'],
    ['a home', '192.168.1.1'],
    ["a provider's own network", '100.64.0.1'],
    ["a cloud's metadata", '169.254.169.254'],
    ["a cloud's metadata, as IPv4 in IPv6", '::ffff:169.254.169.254'],
    ["a cloud's metadata, as IPv4 in IPv6 in hexadecimal", '::ffff:a9fe:a9fe'],
    ["a cloud's metadata, through a translator", '64:ff9b::a9fe:a9fe'],
    ["a cloud's metadata, through 6to4", '2002:a9fe:a9fe::1'],
    ["a cloud's metadata, in IPv6", 'fd00:ec2::254'],
    ['a tunnel of Teredo', '2001::1'],
    ['a private network, in IPv6', 'fc00::1'],
    ['the same link', 'fe80::1'],
    ['many at once', '224.0.0.1'],
    ['many at once, in IPv6', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['examples in documents', '192.0.2.1'],
    ['examples in documents, in IPv6', '2001:db8::1'],
    ['a public server, as IPv4 in IPv6', '::ffff:8.8.8.8'],
    ['a block of IPv6 that is not assigned', '4000::1'],
    ['IPv4 in IPv6 of the deprecated kind', '::127.0.0.1'],
    ['an address of this link, with a zone', 'fe80::1%eth0.100'],
    ['this machine, as inet_aton reads it', '127.1'],
    ['this machine, in hexadecimal', '0x7f000001'],
    ['this machine, in octal', '0177.0.0.1'],
    ['this machine, as one number', '2130706433'],
    ['nowhere, because it is no address', 'localhost'],
  ])('%s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '192.167.255.255',
  '169.253.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe('A lookup for connections to the public internet', () => {
  const lookupOf = (addresses: { address: string; family: number }[]) =>
    createPublicLookup(((_name: string, _options: object, callback: (...answer: unknown[]) => void) =>
      callback(null, addresses)) as unknown as typeof lookup);

  const ask = (lookUp: ReturnType<typeof createPublicLookup>, options: object, name = 'push.test') =>
    new Promise((resolve) => lookUp(name, options, (...answer) => resolve(answer)));

  const PUBLIC = { address: '8.8.8.8', family: 4 };
  const PRIVATE = { address: '10.0.0.1', family: 4 };

  test('gives the addresses of the name, all or the first, as it is asked', async () => {
    const lookUp = lookupOf([PUBLIC, { address: '2606:4700::1111', family: 6 }]);
    expect(await ask(lookUp, { all: true })).toEqual([null, [PUBLIC, { address: '2606:4700::1111', family: 6 }]]);
    expect(await ask(lookUp, {})).toEqual([null, '8.8.8.8', 4]);
  });

  test.each([
    ['the only address', [PRIVATE]],
    ['one of the addresses', [PUBLIC, PRIVATE]],
    ['none, because there is no address', []],
  ])('fails where %s is not public', async (_, addresses) => {
    expect(await ask(lookupOf(addresses), { all: true })).toEqual([expect.any(AddressNotPublicError), '']);
    expect(await ask(lookupOf(addresses), {})).toEqual([expect.any(AddressNotPublicError), '']);
  });

  test('fails for a name of this machine', async () => {
    expect(await ask(createPublicLookup(), {}, 'localhost')).toEqual([expect.any(AddressNotPublicError), '']);
  });

  test('tells why a name cannot be looked up', async () => {
    const failure = new Error('no such name');
    const lookUp = createPublicLookup(((_name: string, _options: object, callback: (error: Error) => void) =>
      callback(failure)) as unknown as typeof lookup);
    expect(await ask(lookUp, { all: true })).toEqual([failure, '']);
  });
});
