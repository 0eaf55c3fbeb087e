/** Omits names and texts, because locked screens show notifications. */
export function importFinished(
  userId: string,
  { importId, status, entries }: { importId: string; status: 'completed' | 'failed'; entries: number },
) {
  const added = entries === 1 ? 'One entry was added.' : `${entries} entries were added.`;
  const isComplete = status === 'completed';
  return {
    userId,
    kind: 'import_finished' as const,
    title: isComplete ? 'Your diary is imported' : 'Your import failed',
    body: isComplete ? `${added} See what was left out.` : `${added} See what to do next.`,
    data: { import_id: importId, status, entries },
    dedupeKey: `import_finished:${importId}`,
  };
}
