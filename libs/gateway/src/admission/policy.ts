export {
  DEFAULT_POLICY,
  isLoopback,
  policySchema,
  readPolicy,
  type RatesAndLimits,
  type TokenBucketRate,
  type RateLimitName,
} from '@bridge/kernel';
