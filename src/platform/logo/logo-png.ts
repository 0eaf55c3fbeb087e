import { sharp } from '../images/image-library.ts';
import { LOGO } from './logo.ts';

let rendered: Promise<Buffer> | undefined;

/** Renders the logo as PNG for mail clients, which show no SVG: 72 pixels wide and high, drawn at 24. */
export function renderLogoPng(): Promise<Buffer> {
  rendered ??= sharp(Buffer.from(LOGO), { density: 300 }).resize(72, 72).png({ palette: true }).toBuffer();
  return rendered;
}
