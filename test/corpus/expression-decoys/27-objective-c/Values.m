@interface Lamp : NSObject
@end
@implementation Lamp
- (void)light {}
- (void)both { [self light]; } // → Lamp.light
@end
@interface Fire : NSObject
@end
@implementation Fire
- (void)light {}
@end
void values(void) {
  [[Fire new] light]; // possible Fire.light → Fire
  [[Lamp alloc] light]; // possible Lamp.light → Lamp
}
