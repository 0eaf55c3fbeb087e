const PETALS = [
  [50, 33.5],
  [65.69, 44.9],
  [59.7, 63.35],
  [40.3, 63.35],
  [34.31, 44.9],
].map(([x, y]) => `<circle cx='${x}' cy='${y}' r='12.5'/>`);

/** The logo, as SVG: a flower of the mosaic. The heart is a hole, so it fits light and dark backgrounds. */
export const LOGO =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='20 20 60 60'>" +
  "<mask id='heart'><path d='M0 0h100v100H0z' fill='#fff'/><circle cx='50' cy='50' r='7.5'/></mask>" +
  `<g fill='#489a5f' mask='url(#heart)'><circle cx='50' cy='50' r='10'/>${PETALS.join('')}</g></svg>`;

/** The logo as a data URL, for HTML pages that load nothing. */
export const LOGO_URL = `data:image/svg+xml,${LOGO.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`;
