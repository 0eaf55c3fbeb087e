/** The time zones that the browser knows, by region (`Europe`), with the one that is chosen. */
export function zonesByRegion(chosen: string | undefined): [region: string, zones: string[]][] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), ...(chosen === undefined ? [] : [chosen])]);
  const regions = new Map<string, string[]>();
  for (const zone of [...zones].sort()) {
    const region = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'UTC';
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return [...regions];
}

/** `Buenos Aires, Argentina` of `America/Argentina/Buenos_Aires`. */
export function cityOf(zone: string): string {
  const [city = zone, ...regions] = zone.split('/').reverse();
  return [city, ...regions.slice(0, -1)].join(', ').replaceAll('_', ' ');
}
