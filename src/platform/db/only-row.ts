/** The row of a statement that selects from no table: there is always one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement without a table returned no row.');
  return row;
}
