/** The time of day (`18:15`) of an instant in a zone. Null for a zone that this browser does not know. */
export function timeIn(zone: string, instant: Date): string | null {
  return partsIn(zone, instant)?.time ?? null;
}

/** The calendar date (`2026-11-22`) of an instant in a zone. Null for a zone that this browser does not know. */
export function dateIn(zone: string, instant: Date): string | null {
  return partsIn(zone, instant)?.date ?? null;
}

function partsIn(zone: string, instant: Date): { date: string; time: string } | null {
  try {
    // The form of Sweden is that of ISO 8601: `2026-11-22 18:15`.
    const text = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(
      instant,
    );
    const [date = '', time = ''] = text.split(' ');
    return { date, time };
  } catch {
    return null;
  }
}
