/** The logo: three blades of grass, as SVG. */
export const LOGO =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path d='M11 31c2-12 2-18-4-26M17 31c0-11 4-19 12-24M14 31C13 19 15 11 18 2' fill='none' stroke='#489a5f' stroke-width='3' stroke-linecap='round'/></svg>";

/** The logo as a data URL, for HTML pages that load nothing. */
export const LOGO_URL = `data:image/svg+xml,${LOGO.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`;
