import fc from 'fast-check';

/** A case that fails is not made smaller: that some case fails is all that is asked. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
