import type { Worker } from 'node:cluster';

type Handle = { close(onClosed?: () => void): void };

/**
 * Closes connections that were on their way to a process when it died. node:cluster forgets them, so that their clients would wait for
 * ever; a process that is killed takes connections for 50 ms and more, while the system frees its memory.
 */
export function closeLostConnections(worker: Worker): void {
  const sent = new Set<Handle>();
  const { process: child } = worker;
  const send = child.send.bind(child) as (message: unknown, handle?: unknown, ...more: unknown[]) => boolean;
  child.send = (message: unknown, handle?: unknown, ...more: unknown[]) => {
    if (isHandle(handle)) {
      const close = handle.close.bind(handle);
      sent.add(handle);
      // The library closes it once the process has it.
      handle.close = (onClosed) => {
        sent.delete(handle);
        close(onClosed);
      };
    }
    return send(message, handle, ...more);
  };
  worker.once('exit', () => {
    for (const handle of sent) handle.close();
  });
}

function isHandle(handle: unknown): handle is Handle {
  return typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';
}
