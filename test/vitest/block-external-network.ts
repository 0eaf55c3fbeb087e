import net from 'node:net';
import { afterAll, expect } from 'vitest';

/** The hosts other than this machine that a test connected to. Such a connection fails, and so does the test file. */
const attempts: string[] = [];
const connect = net.Socket.prototype.connect;

type Target = { host?: string; path?: string };

function targetOf(parameters: unknown[]): Target {
  const [first] = (Array.isArray(parameters[0]) ? parameters[0] : parameters) as [unknown];
  if (typeof first === 'object' && first !== null) return first as Target;
  return typeof parameters[1] === 'string' ? { host: parameters[1] } : {};
}

net.Socket.prototype.connect = function connectToLoopback(this: net.Socket, ...parameters: unknown[]) {
  const { host = 'localhost', path } = targetOf(parameters);
  if (path !== undefined || host === 'localhost' || host === '::1' || host.startsWith('127.')) {
    return Reflect.apply(connect, this, parameters);
  }
  attempts.push(host);
  this.destroy(new Error(`A test tried to connect to ${host}.`));
  return this;
} as typeof connect;

afterAll(() => {
  expect(attempts.splice(0), 'connections to other machines').toEqual([]);
});
