const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Day and month of a calendar date, as texts in English have them. */
export function partsOf(date: string): { day: string; month: string } {
  const [, month = '01', day = '01'] = date.split('-');
  return { day: String(Number(day)), month: MONTHS[Number(month) - 1] ?? '' };
}

/** Formats a calendar date: '22 Nov'. */
export function formatDate(date: string): string {
  const { day, month } = partsOf(date);
  return `${day} ${month}`;
}
