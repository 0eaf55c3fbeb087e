type DecidedOpportunity = { id: string; submitted_by: string; title: string; status: string };

/** The notification of a decision. It omits the reason, which is for super admins. */
export function opportunityDecided({ id, submitted_by, title, status }: DecidedOpportunity) {
  const isApproved = status === 'approved';
  return {
    userId: submitted_by,
    kind: 'opportunity_decided' as const,
    title: isApproved ? 'Your opportunity was approved' : 'Your opportunity was declined',
    body: isApproved ? `“${title}” is now visible to other users.` : `“${title}” will not be published.`,
    data: { opportunity_id: id, opportunity_title: title, is_approved: isApproved },
  };
}
