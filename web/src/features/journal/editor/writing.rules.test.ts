import { describe, expect, test } from 'vitest';
import { nextItem } from './writing.rules.ts';

describe('nextItem', () => {
  test.each([
    ['- bread', { marker: '- ' }],
    ['  * bread', { marker: '  * ' }],
    ['9. bread', { marker: '10. ' }],
    ['2) bread', { marker: '3) ' }],
    ['- [x] bread', { marker: '- [ ] ' }],
    ['- ', { end: true }],
    ['3. ', { end: true }],
    ['- [ ] ', { end: true }],
    ['bread - butter', null],
    ['-bread', null],
    ['', null],
  ])('%j is followed by %o', (line, next) => {
    expect(nextItem(line)).toEqual(next);
  });
});
