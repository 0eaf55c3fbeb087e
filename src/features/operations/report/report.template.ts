const OUTCOMES = {
  resolved: 'Thank you. A super admin has acted on it.',
  dismissed: 'A super admin has reviewed it, and no action was needed.',
} as const;

/** For the reporter. Does not name the subject, because locked screens show notifications. */
export function reportDecided(report: { id: string; reporterId: string; status: keyof typeof OUTCOMES }) {
  const { id, reporterId, status } = report;
  return {
    userId: reporterId,
    kind: 'report_decided' as const,
    title: 'Your report was reviewed',
    body: OUTCOMES[status],
    data: { report_id: id, status },
  };
}
