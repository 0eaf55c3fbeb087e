import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

const SOURCE = join(import.meta.dirname, '..');
const TEXT_FIELD = /^(TextInput|Textarea|JsonInput|Autocomplete|TagsInput|PillsInput|\w*Select)$/;

test('each Mantine field of text takes the direction of what is written in it', () => {
  const used = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [
      ...readFileSync(join(SOURCE, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
    ])
    .flatMap(([, names = '']) => names.split(/,\s*/));
  const fields = [...new Set(used.map((name) => name.trim()))].filter((name) => TEXT_FIELD.test(name)).toSorted();
  expect(fields).toEqual(expect.arrayContaining(['NativeSelect', 'TextInput']));
  for (const name of [...fields, 'Textarea']) {
    expect([name, theme.components?.[name]?.defaultProps?.dir]).toEqual([name, 'auto']);
  }
});
