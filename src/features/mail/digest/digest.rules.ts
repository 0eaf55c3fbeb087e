/** Whether a week has any activity. A week without activity gets no digest. */
export function hasActivity(week: { entries: number; checkIns: number; goalCheckIns: number }): boolean {
  return week.entries + week.checkIns + week.goalCheckIns > 0;
}
