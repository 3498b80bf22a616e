export {
  DEFAULT_POLICY,
  isLoopback,
  policySchema,
  readPolicy,
  type Policy,
  type Rate,
  type RateName,
} from '@bridge/kernel';
