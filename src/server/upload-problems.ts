import { httpProblem } from './http-problem.ts';

export const wrongOffset = (said: number, bytes: number) =>
  httpProblem({
    code: 'server/upload-offset',
    status: 409,
    what: `The bytes begin at ${said}, and ${bytes} have arrived.`,
    why: 'A file with a gap, or with a part that stands twice, would be another file.',
    fix: `Send on from byte ${bytes}, with the header Upload-Offset: ${bytes}.`,
    pointer: '/headers/upload-offset',
    headers: { 'upload-offset': String(bytes) },
  });

export const uploadInUse = () =>
  httpProblem({
    code: 'server/upload-in-use',
    status: 409,
    what: 'Another request is sending bytes of this upload.',
    why: 'Bytes of two requests would be mixed.',
    fix: 'Wait until the other one has ended, then ask how many bytes have arrived.',
    headers: { 'retry-after': '1' },
  });

export const uploadIncomplete = (bytes: number, length: number) =>
  httpProblem({
    code: 'server/upload-incomplete',
    status: 409,
    what: `Of this upload ${bytes} of ${length} bytes have arrived.`,
    why: 'Half a file would give a release of half the subjects.',
    fix: 'Send the rest with PATCH first.',
    pointer: '/body/upload',
  });

export const unknownUpload = () =>
  httpProblem({
    code: 'server/unknown-upload',
    status: 422,
    what: 'There is no such upload.',
    why: 'Either it was never here, or it was removed, or its time is over.',
    fix: 'Send the file again: POST /api/v1/uploads. GET /api/v1/uploads lists those there are.',
    pointer: '/body/upload',
  });

export const tooManyUploads = (most: number) =>
  httpProblem({
    code: 'server/too-many-uploads',
    status: 409,
    what: `As many uploads as one client may keep are kept: ${most}.`,
    why: 'They are the original data, and should not lie anywhere longer than they are needed.',
    fix: 'Remove one with DELETE /api/v1/uploads/ID.',
  });

export const workChanged = () =>
  httpProblem({
    code: 'server/work-changed',
    status: 409,
    what: 'These choices were changed in another window since you saw them.',
    why: 'Writing over them would undo what somebody chose there.',
    fix: 'Read them again, and choose again.',
  });
