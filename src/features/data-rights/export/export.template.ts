/** A user gets one for each export. */
export function exportFinished(userId: string, exportId: string, isReady: boolean) {
  return {
    userId,
    kind: 'export_finished' as const,
    title: isReady ? 'Your export is ready' : 'Your export failed',
    body: isReady
      ? 'The archive of your account can be downloaded for 7 days.'
      : 'The archive of your account could not be made. Start another export.',
    data: { export_id: exportId, is_ready: isReady },
    dedupeKey: `export_finished:${exportId}`,
  };
}
