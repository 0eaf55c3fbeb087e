import { sharp } from '#platform/images/image-library.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import type { Tone } from './lexicon.ts';

/** The hues of a picture in degrees: of the sky above, of the sky at the horizon, and of the hills; and how light it is. */
type Palette = { above: number; horizon: number; hills: number; saturation: number; light: number };

const palettes: Readonly<Record<Tone, Palette>> = {
  joyful: { above: 205, horizon: 45, hills: 95, saturation: 80, light: 66 },
  grateful: { above: 30, horizon: 48, hills: 20, saturation: 65, light: 64 },
  excited: { above: 300, horizon: 20, hills: 340, saturation: 85, light: 60 },
  hopeful: { above: 210, horizon: 30, hills: 150, saturation: 60, light: 66 },
  content: { above: 180, horizon: 55, hills: 110, saturation: 40, light: 66 },
  peaceful: { above: 195, horizon: 170, hills: 160, saturation: 40, light: 70 },
  optimistic: { above: 200, horizon: 50, hills: 75, saturation: 75, light: 68 },
  sad: { above: 220, horizon: 210, hills: 225, saturation: 35, light: 42 },
  anxious: { above: 265, horizon: 60, hills: 280, saturation: 35, light: 46 },
  frustrated: { above: 15, horizon: 35, hills: 0, saturation: 50, light: 44 },
  angry: { above: 355, horizon: 15, hills: 350, saturation: 75, light: 40 },
  worried: { above: 240, horizon: 200, hills: 250, saturation: 25, light: 48 },
  disappointed: { above: 230, horizon: 40, hills: 30, saturation: 22, light: 50 },
  melancholic: { above: 255, horizon: 320, hills: 240, saturation: 35, light: 46 },
  pessimistic: { above: 215, horizon: 260, hills: 220, saturation: 18, light: 34 },
  calm: { above: 200, horizon: 185, hills: 205, saturation: 45, light: 66 },
  contemplative: { above: 250, horizon: 35, hills: 265, saturation: 35, light: 54 },
  neutral: { above: 205, horizon: 40, hills: 90, saturation: 18, light: 64 },
  tired: { above: 235, horizon: 20, hills: 245, saturation: 22, light: 44 },
  energetic: { above: 190, horizon: 55, hills: 325, saturation: 90, light: 58 },
};

const side = 1024;
const hillCount = 5;

/**
 * Paints hills under a sky with a sun, or a moon, in the colours of a tone, as a PNG of 1024 by 1024 pixels. The same prompt
 * always gives the same picture, and another one gives another.
 */
export async function paintPicture(prompt: string, tone: Tone): Promise<Uint8Array> {
  return sharp(Buffer.from(pictureSvg(seededRandom(prompt), palettes[tone])))
    .removeAlpha()
    .png({ compressionLevel: 4 })
    .toBuffer();
}

function pictureSvg(random: () => number, palette: Palette): string {
  const between = (least: number, most: number) => least + (most - least) * random();
  const [x, y, radius] = [between(200, 824), between(180, 460), between(60, 130)].map(Math.round);
  const glow = colour(palette.horizon, palette.saturation, 88);
  const hills = Array.from({ length: hillCount }, (_, index) => hillSvg(random, palette, index));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <defs>
      <linearGradient id="sky" x2="0" y2="1">
        <stop stop-color="${colour(palette.above, palette.saturation, palette.light - 12)}"/>
        <stop offset="0.75" stop-color="${colour(palette.horizon, palette.saturation, palette.light + 14)}"/>
      </linearGradient>
      <radialGradient id="glow">
        <stop stop-color="${glow}" stop-opacity="0.9"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/>
      </radialGradient>
    </defs>
    <rect width="${side}" height="${side}" fill="url(#sky)"/>
    <circle cx="${x}" cy="${y}" r="${(radius ?? 0) * 4}" fill="url(#glow)"/>
    <circle cx="${x}" cy="${y}" r="${radius}" fill="${glow}"/>
    ${hills.join('\n')}
  </svg>`;
}

/** A ridge across the picture; the nearer it is, the lower and the darker. */
function hillSvg(random: () => number, { hills, saturation, light }: Palette, index: number): string {
  const nearness = index / (hillCount - 1);
  const base = 500 + nearness * 380;
  const [phase, waves, height] = [random() * 6.3, 1 + random() * 2.5, 35 + random() * 65];
  const ridge = Array.from({ length: 65 }, (_, step) => {
    const along = (step / 64) * 6.3;
    const rise = Math.sin(phase + along * waves) + 0.35 * Math.sin(phase * 3 + along * waves * 2.7);
    return `${step * 16} ${(base - rise * height).toFixed(1)}`;
  });
  const fill = colour(hills + (1 - nearness) * 25, saturation * 0.8, light * (0.95 - nearness * 0.62));
  return `<path d="M${ridge.join('L')}L${side} ${side}L0 ${side}Z" fill="${fill}"/>`;
}

function colour(hue: number, saturation: number, light: number): string {
  return `hsl(${Math.round(hue % 360)},${Math.round(saturation)}%,${Math.round(light)}%)`;
}
