import { describe, expect, test } from 'vitest';
import { atOneAddress } from './addresses.ts';
import { applicationNameOf, withNodeName } from './application-name.ts';

const nameOf = (address: string, purpose = 'requests') =>
  applicationNameOf(withNodeName(atOneAddress(address), 'web-1').pooled, purpose);

describe('The name of a connection', () => {
  test.each([
    'postgres://db.example/meadow',
    'postgres://user:p%40ss@db.example:5432/meadow?sslmode=require',
    'postgres://db-1.example,db-2.example:5433/meadow?target_session_attrs=read-write',
    'postgres:///meadow?host=/run/postgresql',
    'postgres://db.example/meadow?fallback_application_name=web-0&sslmode=disable',
  ])('has node and purpose with %s', (address) => {
    expect(nameOf(address)).toBe('meadow web-1 requests');
  });

  test('has no node if the connection string names none', () => {
    expect(applicationNameOf('postgres://db.example/meadow', 'doctor')).toBe('meadow doctor');
  });

  test('is at most as long as PostgreSQL takes', () => {
    expect(nameOf('postgres://db.example/meadow', 'lock of '.padEnd(80, 'x'))).toHaveLength(63);
  });

  test('keeps the end of a long name of a node, and the purpose', () => {
    const node = `${'community-meadow-'.padEnd(52, 'x')}-6bf8d-x2k4p`.slice(-63);
    const { pooled } = withNodeName(atOneAddress('postgres://db.example/meadow'), node);
    const name = applicationNameOf(pooled, 'requests');
    expect(name).toHaveLength(63);
    expect(name).toMatch(/^meadow \S+-6bf8d-x2k4p requests$/);
  });

  test('changes no other part of the address, and both addresses stay one', () => {
    const address = 'postgres://db.example/meadow?sslmode=require';
    const { pooled, direct } = withNodeName(atOneAddress(address), 'web-1');
    expect([pooled, direct]).toEqual(Array(2).fill(`${address}&fallback_application_name=web-1`));
  });
});
