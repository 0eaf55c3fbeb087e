import { expect, test } from 'vitest';
import { createHostCheck } from './known-hosts.ts';

const isKnown = createHostCheck(['meadow.example', 'App.example:8443', 'xn--mller-kva.example']);

test.each([
  'meadow.example',
  'MEADOW.example:3000',
  'meadow.example.',
  'meadow.example.:3000',
  'app.example',
  'xn--mller-kva.example',
  'localhost',
  'localhost:3000',
  'meadow.localhost:3000',
  '127.0.0.1:3000',
  '127.8.9.10',
  '[::1]:3000',
  '[::1]',
  '192.168.1.20:3000',
  '[2001:db8::7]:80',
  'nas:3000',
  'web',
])('%s is a name of this server', (host) => {
  expect(isKnown(host)).toBe(true);
});

test.each([
  'evil.example',
  'evil.example:3000',
  'meadow.example.evil.example',
  'evil-meadow.example',
  'www.meadow.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  'localhost.example',
  '1.2.3',
  '999.1.1.1',
  '[::1].evil.example',
  'evil.example:3000:3000',
  'user@meadow.example',
  '..',
])('%s is none', (host) => {
  expect(isKnown(host)).toBe(false);
});
