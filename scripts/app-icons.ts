// node --import tsx scripts/app-icons.ts   draws the icons of the installed client from the logo, into web/public/icons.
import { join } from 'node:path';
import sharp from 'sharp';
import { LOGO } from '#platform/logo/logo.ts';

const FOLDER = join(import.meta.dirname, '..', 'web', 'public', 'icons');
const PAPER = '#f6f2e8';
const GREEN = '#1f5c43';
/** The logo in its file. */
const LOGO_COLOR = '#489a5f';

/** `share` is the part of the side that the flower takes: systems cut maskable icons to a circle of 80 %. */
async function draw(
  name: string,
  side: number,
  share: number,
  color: string,
  background: string | null,
): Promise<void> {
  const flower = Math.round(side * share);
  const logo = LOGO.replace(LOGO_COLOR, color).replace('<svg ', `<svg width='${flower}' height='${flower}' `);
  const margin = { top: Math.floor((side - flower) / 2), bottom: Math.ceil((side - flower) / 2) };
  await sharp(Buffer.from(logo))
    .extend({ ...margin, left: margin.top, right: margin.bottom, background: background ?? '#00000000' })
    .flatten(background === null ? false : { background })
    .png({ palette: true })
    .toFile(join(FOLDER, `${name}.png`));
}

await Promise.all([
  draw('icon-192', 192, 0.74, GREEN, PAPER),
  draw('icon-512', 512, 0.74, GREEN, PAPER),
  draw('maskable-512', 512, 0.56, PAPER, GREEN),
  draw('apple-180', 180, 0.66, PAPER, GREEN),
  // Systems draw the badge in one colour of their own.
  draw('badge-96', 96, 0.9, '#ffffff', null),
]);
