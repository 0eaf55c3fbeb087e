// npm run album   serves the demo on a fixed day and writes a picture of each main screen into docs/screens, for docs/screens/README.md.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { findFreePort } from '#test/free-port.ts';
import { DEMO_PASSWORD } from '../../src/demo/people.ts';
import {
  type BrowserContext,
  DESK,
  launchBrowser,
  newContext,
  PHONE,
  type Theme,
} from '../../web/test/harness/browser.ts';
import { settled } from '../../web/test/harness/settled.ts';
import { PICTURES, type Picture } from './pictures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'docs', 'screens');
/** Ada's window has been open for 48 minutes: she has not checked in. */
const START = '2026-06-20T07:48:00+02:00';
const EMAIL = 'ada@meadow.example';
const QUALITIES = [82, 70, 58, 46];
const MAX_BYTES = 100_000;
const SIZES = { phone: PHONE, desk: DESK };
const THEMES: readonly Theme[] = ['light', 'dark'];

const dataDirectory = await mkdtemp(join(tmpdir(), 'meadow-album-'));
const url = `http://localhost:${await findFreePort()}`;
const server = spawn(
  process.execPath,
  ['--import', join(import.meta.dirname, 'fixed-day.js'), join('dist', 'main.js'), '--demo'],
  {
    cwd: ROOT,
    env: { ...process.env, ALBUM_START: START, DATA_DIR: dataDirectory, PORT: new URL(url).port, TZ: 'Europe/Berlin' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  await seeded();
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchBrowser();
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of THEMES) {
      const context = await newContext(browser, { baseURL: url, viewport, colorScheme, deviceScaleFactor: 1.5 });
      for (const [index, picture] of PICTURES.entries()) {
        if (!picture.isOfVisitor && PICTURES[index - 1]?.isOfVisitor) await signIn(context);
        await take(context, picture, `${picture.name}-${size}-${colorScheme}.webp`);
      }
      await context.close();
    }
  }
  await browser.close();
  await writeFile(join(FOLDER, 'README.md'), pageOfPictures());
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await rm(dataDirectory, { recursive: true });
}

async function take(context: BrowserContext, { path, waitFor }: Picture, file: string): Promise<void> {
  const page = await context.newPage();
  // The page has the day of the server.
  await page.clock.install({ time: new Date(START) });
  await page.goto(await filled(context, path));
  await settled(page, waitFor);
  await writeFile(join(FOLDER, file), await compressed(await page.screenshot()));
  await page.close();
}

/** A WebP of the best quality that is small enough. */
async function compressed(picture: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const bytes = await sharp(picture).webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  throw new Error(`A picture has more than ${MAX_BYTES} bytes at any quality.`);
}

async function signIn({ request }: BrowserContext): Promise<void> {
  const data = { email: EMAIL, password: DEMO_PASSWORD };
  const response = await request.post('/auth/sign-in/email', { headers: { origin: url }, data });
  if (!response.ok()) throw new Error(`Ada cannot sign in: ${response.status()} ${await response.text()}`);
}

async function filled({ request }: BrowserContext, path: string): Promise<string> {
  const idOf = async (list: string, name: string) =>
    ((await (await request.get(list)).json()) as Record<string, { id: string }[]>)[name]?.[0]?.id ?? '';
  const samples = {
    '{entry}': () => idOf('/api/journal?sort=entry_date&scope=mine&limit=1', 'entries'),
    '{goal}': () => idOf('/api/goals', 'goals'),
    '{room}': () => idOf('/api/chat/rooms', 'rooms'),
  };
  for (const [placeholder, find] of Object.entries(samples)) {
    if (path.includes(placeholder)) return path.replace(placeholder, await find());
  }
  return path;
}

/** Waits for the message that follows the sample data. */
async function seeded(): Promise<void> {
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.includes(EMAIL)) {
      server.stdout.resume();
      return;
    }
  }
  throw new Error('The demo has not started.');
}

function pageOfPictures(): string {
  const cell = (name: string, title: string, size: string, theme: Theme, width: number) =>
    `<img src="${name}-${size}-${theme}.webp" width="${width}" alt="${title}, ${size === 'phone' ? 'on a phone' : 'at a desk'}, in the ${theme} theme">`;
  const sections = PICTURES.map(({ name, title }) => {
    const rows = [
      ['phone', 280],
      ['desk', 420],
    ] as const;
    const cells = rows.map(
      ([size, width]) => `| ${THEMES.map((theme) => cell(name, title, size, theme, width)).join(' | ')} |`,
    );
    return `## ${title}\n\n| light | dark |\n|---|---|\n${cells.join('\n')}`;
  });
  const introduction =
    'The screens of the web client, with the data of the demo, on a phone (390 px) and at a desk (1440 px). `npm run album` takes these pictures again.';
  return `# Screens\n\n${introduction}\n\n${sections.join('\n\n')}\n`;
}
