import { createHash } from 'node:crypto';

/**
 * What browsers are to allow a page of ours: to run this script if it has one, to look like this, and to call the server that it came from.
 * Anything else that might get into it does nothing.
 */
export function policyOfPage({ script, style }: { script?: string; style: string }): string {
  return [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
