type DecidedVideo = { id: string; template_id: string; submitted_by: string; title: string; status: string };

/** The notification of a decision. It omits the reason, which is for super admins. */
export function videoDecided({ id, template_id, submitted_by, title, status }: DecidedVideo) {
  const isApproved = status === 'approved';
  return {
    userId: submitted_by,
    kind: 'video_decided' as const,
    title: isApproved ? 'Your video was approved' : 'Your video was declined',
    body: isApproved ? `“${title}” is now visible to other users.` : `“${title}” will not be published.`,
    data: { video_id: id, template_id, video_title: title, is_approved: isApproved },
  };
}
