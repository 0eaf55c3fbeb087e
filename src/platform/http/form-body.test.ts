import { expect, test } from 'vitest';
import { readForm } from './form-body.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const read = async (body: string, type: string) => {
  const { fields, files } = await readForm(Buffer.from(body, 'latin1'), type);
  return {
    fields: Object.fromEntries([...fields].map(([name, bytes]) => [name, bytes.toString('latin1')])),
    files: files.map(({ field, bytes }) => [field, bytes.toString('latin1')]),
  };
};
const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

test('reads the fields of an urlencoded form as bytes', async () => {
  const { fields, files } = await read('a=b+c%20d&%61%5bx%5D=%e4%FF%zz%&empty=&none&a=second&&', URL_ENCODED);
  expect(fields).toEqual({ a: 'b c d', 'a[x]': '\xe4\xff%zz%', empty: '', none: '' });
  expect(files).toEqual([]);
});

test('reads the fields and files of a multipart form as bytes', async () => {
  const body = `${part('name="a"', 'K\xe4se\r\n')}${part('name="f"; filename="x.gif"', 'GIF89a\0\xff')}${part('name="a"', 'second')}--b--`;
  expect(await read(body, MULTIPART)).toEqual({ fields: { a: 'K\xe4se\r\n' }, files: [['f', 'GIF89a\0\xff']] });
});

test.each([
  ['without a boundary', 'x', 'multipart/form-data', 'upload.malformed'],
  ['that breaks off', part('name="a"', 'x').slice(0, -2), MULTIPART, 'upload.malformed'],
  ['with too many parts', `${part('name="a"', 'x').repeat(400)}--b--`, MULTIPART, 'upload.fields-invalid'],
  [
    'with too many fields',
    Array.from({ length: 400 }, (_, field) => `${field}=x`).join('&'),
    URL_ENCODED,
    'upload.fields-invalid',
  ],
])('rejects a form %s', async (_what, body, type, code) => {
  await expect(readForm(Buffer.from(body), type)).rejects.toMatchObject({ code });
});
