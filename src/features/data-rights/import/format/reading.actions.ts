import { openDescriptor } from '#platform/files/random-access-file.ts';
import { registerFormats } from '#platform/http/validation/formats.ts';
import { createHtmlConverter, type HtmlConverter } from '#platform/text/html-converter.ts';
import { openArchive, readFile } from '../archive.actions.ts';
import type { ImportItem, ReadingContext } from './format.actions.ts';
import { type FormatName, formatErrors } from './format.schema.ts';
import { FORMATS } from './formats.actions.ts';

/* The work of an import reader, run in a worker thread (`../import-reader.actions.ts`). */

/** An item with the names of its pictures, which are read on demand. */
export type TransferredItem = ImportItem extends infer Item
  ? Item extends { photos: unknown }
    ? Omit<Item, 'photos'> & { photos: string[] }
    : Item extends { file: unknown }
      ? Omit<Item, 'file'> & { file: string | null }
      : Item
  : never;

/** The maximum number of items in one message: their serialization takes milliseconds of the main thread. */
const MAX_ITEMS = 200;
const MAX_TEXT_LENGTH = 1_000_000;
/** Texts whose conversion took too long before the file is refused. */
const MAX_SLOW_TEXTS = 10;

/** Opens the file of an import. Its calls come one after another. */
export function openReading({ descriptor, byteLength }: { descriptor: number; byteLength: number }) {
  registerFormats();
  const archive = openArchive(openDescriptor(descriptor, byteLength));
  // Its failure is that of the first call.
  archive.catch(() => undefined);
  let converter: HtmlConverter | null = null;
  let slowTexts = 0;
  let items: AsyncIterator<ImportItem> | null = null;

  async function markdownOfHtml(html: string): Promise<string | null> {
    converter ??= createHtmlConverter();
    const markdown = await converter.markdownOf(html);
    if (markdown === null) slowTexts += 1;
    if (slowTexts > MAX_SLOW_TEXTS) throw formatErrors.tooSlow();
    return markdown;
  }

  return {
    recognize: async (): Promise<FormatName> => {
      for (const { name, recognize } of FORMATS) if (await recognize(await archive)) return name;
      throw formatErrors.formatUnknown();
    },
    begin: async (name: FormatName, given: Pick<ReadingContext, 'timeZone' | 'collections'>): Promise<void> => {
      const format = FORMATS.find((one) => one.name === name);
      if (format === undefined) throw formatErrors.formatUnknown();
      items = format.read(await archive, { ...given, markdownOfHtml })[Symbol.asyncIterator]();
    },
    /** The next items; none at the end. */
    next: async (): Promise<TransferredItem[]> => {
      const batch: TransferredItem[] = [];
      let length = 0;
      while (batch.length < MAX_ITEMS && length < MAX_TEXT_LENGTH) {
        const { done, value } = (await items?.next()) ?? { done: true };
        if (done) break;
        batch.push(transferred(value));
        if (value.kind === 'entry') length += value.content.length;
        else if (value.kind === 'record') length += JSON.stringify(value.record).length;
      }
      return batch;
    },
    readFile: async (path: string, maxBytes: number): Promise<Uint8Array> => readFile(await archive, path, maxBytes),
    close: async () => converter?.close(),
  };
}

function transferred(item: ImportItem): TransferredItem {
  if (item.kind === 'entry') return { ...item, photos: item.photos.map(({ name }) => name) };
  return item.kind === 'record' ? { ...item, file: item.file?.name ?? null } : item;
}
