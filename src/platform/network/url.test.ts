import { describe, expect, test } from 'vitest';
import { isTrustedImageUrl } from './url.ts';

describe('An address that others are shown', () => {
  test.each([
    ['over https', 'https://pictures.test/a.png', true],
    ['of this service', 'http://meadow.test/media/a.png', true],
    ['of this service, over https', 'https://meadow.test/media/a.png', true],
    ['over http, of another host', 'http://pictures.test/a.png', false],
    ['of this service’s name at another port', 'http://meadow.test:8080/a.png', false],
    ['of a blob of this service', 'blob:http://meadow.test/a', false],
    ['of a script', 'javascript:alert(1)', false],
    ['of data', 'data:image/png;base64,AAAA', false],
    ['of a file', 'file:///etc/passwd', false],
    ['without a scheme', '//pictures.test/a.png', false],
    ['of nothing', '', false],
  ])('%s', (_, address, isSafe) => {
    expect(isTrustedImageUrl(address, 'http://meadow.test')).toBe(isSafe);
  });
});
