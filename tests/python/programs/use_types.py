"""What create_*() say of wrong kinds."""
import rclpy
from std_msgs.msg import String
from std_srvs.srv import SetBool
from support import kind, show

rclpy.init(args=[])
node = rclpy.create_node("n")
show(lambda: node.create_publisher(SetBool, "a", 1))
show(lambda: node.create_subscription(SetBool, "a", print, 1))
show(lambda: node.create_client(String, "a"))
show(lambda: node.create_service(String, "a", print))
show(lambda: node.create_publisher(3, "a", 1))
show(lambda: node.create_publisher(String, "a", -1))
show(lambda: node.create_publisher(String, "a", "x"))
show(lambda: node.create_publisher(String, "a", 1.5))
show(lambda: node.create_subscription(String, "a", lambda: 1, 1))
show(lambda: node.create_subscription(String, "a", None, 1))
show(lambda: node.create_subscription(String, "a", lambda a, b, c: 1, 1))
kind(lambda: node.create_timer(-1, print))
kind(lambda: node.create_timer("a", print))
show(lambda: node.create_rate(0))
client = node.create_client(SetBool, "s")
kind(lambda: client.call_async(3))
kind(lambda: client.call(String()))
print(client.srv_name, client.service_name, client.service_is_ready(),
      client.wait_for_service(timeout_sec=0.1))
rclpy.shutdown()
